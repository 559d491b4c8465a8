"""The weights of the eye's two networks, and their card (`README.md`).

`digits.onnx` is loaded by `mailbot.eye.read.digits` and written by
`tests.workshop.digits.train`; `lattice.onnx` by `mailbot.eye.find.network` and
`tests.workshop.lattices.train`.
The card tells what each was trained on, how well it works, and how to train it anew.
"""
