"""The weights of the eye's three networks, and their card (`README.md`).

`digits.onnx` is loaded by `mailbot.eye.read.digits` and written by
`mailbot.workshop.digits.train`; `overprints.onnx` by
`mailbot.eye.read.overprint.contents` and `mailbot.workshop.digits.train_overprints`;
`lattice.onnx` by `mailbot.eye.find.network` and `mailbot.workshop.lattices.train`.
The card tells what each was trained on, how well it works, and how to train it anew.
"""
