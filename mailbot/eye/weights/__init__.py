"""The digit network's weights (`digits.onnx`) and their card (`README.md`).

`mailbot.eye.read.digits` loads them; `mailbot.workshop.digits.train` writes them. The
card tells what the network was trained on, how well it reads, and how to train it anew.
"""
