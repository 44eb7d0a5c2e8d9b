/** A form of so many lines without a framework: an input a cell, and below them what they come to. */
export const bareForm = (count: number) => `<!doctype html><title>bare</title><style>
  body { margin: 0; font: 14px sans-serif } [role=group] { display: grid; grid-template-columns: repeat(7, 1fr); gap: 8px; padding: 4px }
</style><div id="lines"></div><output id="total"></output><script>
  const lines = document.getElementById('lines'), total = document.getElementById('total')
  for (let at = 0; at < ${count}; at += 1) {
    const line = document.createElement('div')
    line.setAttribute('role', 'group')
    line.setAttribute('data-line', at)
    for (let column = 0; column < 7; column += 1) {
      const cell = line.appendChild(document.createElement('input'))
      cell.value = column === 2 || column === 3 ? '1' : ''
      if (column === 2) cell.setAttribute('aria-label', 'Qty')
    }
    lines.append(line)
  }
  const add = () => {
    total.textContent = [...lines.children].reduce((sum, { children }) => sum + children[2].value * children[3].value, 0)
  }
  lines.addEventListener('input', add)
  add()
</script>`
