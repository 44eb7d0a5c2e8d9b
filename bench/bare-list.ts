/**
 * Very many rows without a framework: fixed heights, the rows in sight, search by looking through all names. The limit
 * that our lists stand beside.
 */
export const bareList = (count: number) => `<!doctype html><title>bare</title><style>
  body { margin: 0; font: 14px sans-serif } [role=row] { position: absolute; height: 44px; inset-inline: 0; display: flex; gap: 16px }
</style><input type="search"><div id="rows" role="rowgroup" style="position: relative"></div><script>
  const rows = document.getElementById('rows'), field = document.querySelector('input')
  let all = [], shown = []
  const draw = () => {
    const top = Math.max(0, scrollY - rows.offsetTop)
    const from = Math.max(0, Math.floor(top / 44) - 6)
    const to = Math.min(shown.length, Math.ceil((top + innerHeight) / 44) + 6)
    const drawn = []
    for (let index = from; index < to; index += 1) {
      const row = document.createElement('div')
      row.setAttribute('role', 'row')
      row.setAttribute('aria-rowindex', index + 2)
      row.style.top = index * 44 + 'px'
      for (const text of [shown[index].label, shown[index].code, shown[index].active ? 'on' : 'off'])
        row.appendChild(document.createElement('span')).textContent = text
      drawn.push(row)
    }
    rows.replaceChildren(...drawn)
  }
  const find = () => {
    const word = field.value.toLowerCase()
    shown = all.filter(item => item.label.toLowerCase().includes(word))
    rows.style.height = shown.length * 44 + 'px'
    draw()
  }
  addEventListener('scroll', draw, { passive: true })
  field.addEventListener('input', find)
  fetch('/items').then(answer => answer.json()).then(items => {
    all = Array.from({ length: ${count} }, (_, n) => ({ ...items[n % items.length], label: 'Town ' + n }))
    find()
  })
</script>`
