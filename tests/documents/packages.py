"""Small office documents, written by hand as their standards describe them."""

from collections.abc import Collection, Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

Cells = Sequence[Sequence[str]]

_W = 'xmlns:w="urn:w"'


def package(files: dict[str, str | bytes]) -> bytes:
    """A zip archive of such files."""
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            how = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            archive.writestr(name, data, how)
    return target.getvalue()


def xlsx(*sheets: Cells, hidden: Collection[int] = (), title: str = "s") -> bytes:
    """A workbook; "." and "" are no cells, and what begins with = is a formula."""
    files: dict[str, str | bytes] = {}
    names, links = "", ""
    for number, rows in enumerate(sheets):
        state = ' state="hidden"' if number in hidden else ""
        names += f'<sheet name="{title}" r:id="r{number}"{state}/>'
        links += f'<Relationship Id="r{number}" Target="worksheets/{number}.xml"/>'
        files[f"xl/worksheets/{number}.xml"] = _sheet(rows)
    files["xl/workbook.xml"] = f'<workbook xmlns:r="urn:r">{names}</workbook>'
    files["xl/_rels/workbook.xml.rels"] = f"<Relationships>{links}</Relationships>"
    return package(files)


def _sheet(rows: Cells) -> str:
    written = ""
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            place = f"{chr(65 + column)}{number + 1}"
            if text.startswith("="):
                written += f'<c r="{place}"><f>{text[1:]}</f><v></v></c>'
            elif text not in ("", "."):
                written += f'<c r="{place}"><v>{text}</v></c>'
    return f"<worksheet><sheetData><row>{written}</row></sheetData></worksheet>"


def docx(body: str) -> bytes:
    """A text with that body."""
    return package({"word/document.xml": f"<w:document {_W}>{body}</w:document>"})


def table(rows: Cells) -> str:
    """A table of Word; what begins with < is put into its cell as it stands."""
    lines = ""
    for row in rows:
        lines += "<w:tr>"
        for text in row:
            shown = text if text != "." else ""
            run = f"<w:p><w:r><w:t>{shown}</w:t></w:r></w:p>"
            lines += f"<w:tc>{text if text[:1] == '<' else run}</w:tc>"
        lines += "</w:tr>"
    return f"<w:tbl>{lines}</w:tbl>"


def ods(rows: Cells, after: str = "") -> bytes:
    """A sheet of OpenDocument; equal cells that follow each other are written once."""
    body = ""
    for row in rows:
        body += "<t:table-row>"
        for text in row:
            shown = f"<x:p>{text}</x:p>" if text != "." else ""
            body += f"<t:table-cell>{shown}</t:table-cell>"
        body += '<t:table-cell t:number-columns-repeated="16375"/></t:table-row>'
    return package(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": (
                '<o:d xmlns:o="urn:o" xmlns:t="urn:t" xmlns:x="urn:x"><o:body>'
                f"<o:spreadsheet><t:table>{body}{after}</t:table></o:spreadsheet>"
                "</o:body></o:d>"
            ),
        }
    )
