"""How Tesseract is called (`ocr`), and the smaller copy of its data (`tessdata`)."""
