// Labels each cell of a table with the heading of its column, which a phone shows before the cell.

export function labelCells(): void {
  for (const table of document.querySelectorAll(".vp-doc table")) {
    const headings = [...table.querySelectorAll("th")].map(({ textContent }) => textContent ?? "");
    for (const row of table.querySelectorAll("tbody tr")) {
      for (const [at, cell] of [...row.children].entries()) cell.setAttribute("data-label", headings[at] ?? "");
    }
  }
}
