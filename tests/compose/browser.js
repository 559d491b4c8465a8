const lightness = c => {
  const f = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  return 0.2126 * f(c[0]) + 0.7152 * f(c[1]) + 0.0722 * f(c[2]);
};
const colour = s => { const m = s.match(/[\d.]+/g).map(Number);
  return m.length < 4 ? [...m, 1] : m; };
const paper = e => { for (; e; e = e.parentElement) {
  const c = colour(getComputedStyle(e).backgroundColor); if (c[3] > 0) return c; }
  return null; };
const contrast = (a, b) => { const [x, y] = [lightness(a), lightness(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
const measure = frame => {
  const doc = frame.contentDocument, view = frame.contentWindow, out = [];
  let worst = 99, digits = "", unpapered = 0, smallest = 99, lightest = 0;
  const walk = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, e = text.parentElement;
    if (!text.data.trim()) continue;
    const range = doc.createRange(); range.selectNodeContents(text);
    for (const box of range.getClientRects())
      if (box.right > view.innerWidth + 0.5 || box.left < 0) out.push(text.data.trim());
    const style = getComputedStyle(e), back = paper(e);
    if (!back) unpapered++;
    else {
      worst = Math.min(worst, contrast(colour(style.color), back));
      lightest = Math.max(lightest, lightness(back));
    }
    smallest = Math.min(smallest, parseFloat(style.fontSize));
    const cell = e.closest("td");
    if (cell) {
      const a = range.getBoundingClientRect(), b = cell.getBoundingClientRect();
      const inside = a.left >= b.left - 0.5 && a.right <= b.right + 0.5
        && a.top >= b.top - 2 && a.bottom <= b.bottom + 2 && a.width > 1;
      if (inside && style.visibility == "visible") digits += text.data.trim();
    }
  }
  const solved = [...doc.querySelectorAll("td.solved")].map(
    e => e.getBoundingClientRect());
  const last = [...doc.querySelectorAll("table.grid")].pop();
  const cells = last ? [...last.rows[1].cells].slice(1) : [];
  const remote = [...doc.querySelectorAll("[src],[href],[background]")].filter(
    e => !(e.getAttribute("src") || "").startsWith("cid:")).length;
  return {out, worst, digits, unpapered, smallest, remote, lightest,
          top: solved.length ? Math.min(...solved.map(b => b.top)) : 0,
          grid: cells.reduce((w, e) => w + e.getBoundingClientRect().width, 0),
          wide: doc.scrollingElement.scrollWidth > view.innerWidth};
};
const enlarge = (frame, times) => {
  const all = [...frame.contentDocument.body.querySelectorAll("*")];
  const sizes = all.map(e => parseFloat(getComputedStyle(e).fontSize));
  all.forEach((e, i) => e.style.setProperty(
    "font-size", times * sizes[i] + "px", "important"));
};
const frames = () => {
  const all = [...document.querySelectorAll("iframe")];
  const times = Number(document.documentElement.dataset.text);
  if (times != 1) for (const frame of all) enlarge(frame, times);
  return all;
};
const report = all => {
  const pre = document.createElement("pre");
  pre.id = "report"; pre.textContent = JSON.stringify(all);
  document.body.replaceChildren(pre);
};
