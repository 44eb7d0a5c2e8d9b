// Before the first paint, so that nothing flashes. The same reading as src/app/theme.ts, which a test holds it to.
;(function () {
  var theme = {}
  try {
    theme = JSON.parse(localStorage.getItem('theme')) || {}
  } catch {
    // Unreadable: the defaults.
  }
  var pick = function (value, known) {
    return known.indexOf(value) < 0 ? known[0] : value
  }
  var root = document.documentElement
  var mode = pick(theme.mode, ['light', 'dark'])
  root.classList.remove('light', 'dark')
  root.classList.add(mode)
  root.dir = pick(theme.direction, ['ltr', 'rtl'])
  root.dataset.schema = pick(theme.themeSchema, ['default', 'dark', 'green', 'purple', 'orange'])
  root.dataset.controlSize = pick(theme.controlSize, ['md', 'xs', 'sm', 'lg'])
  var meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.content = mode === 'dark' ? '#0e1110' : '#f6f6f3'
})()
