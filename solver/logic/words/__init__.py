"""Steps in words.

templates    one sentence a technique, English as the reference
explain      what the fields of a sentence hold, in any language
"""
