"""Office documents: spreadsheets, texts and slides as sheets of cells and lines.

In: the bytes of a file that `files.document_format` knows. Out: a `Document`: its text,
with every puzzle of its tables as lines that `mailbot.text` reads, and the pictures in
it. Nothing is computed, fetched or run: of a formula the stored value counts.

    document       opens a file with the reader of its format, loaded when it is needed
    package        the files in a zip archive, within limits
    elements       XML as events, without entities, within limits
    sheets         cells by their place; tables as text
    flow           texts with tables; docx and pptx
    excel          xlsx
    opendocument   ods, odt, odp and their flat forms
    excel2003      the XML of Excel 2002 and 2003
    old            xls and doc, the files of Office 97
    interchange    DIF, SYLK and dBASE
    gnumeric, abiword, rtf, epub

Where on a sheet puzzles are is known to `mailbot.text.areas`.
"""

from mailbot.documents.document import Document, NotRead, open_document
from mailbot.documents.package import Locked
