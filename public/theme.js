// Before the first paint, so that nothing flashes, and for as long as the page is open: another tab or the system may
// change their mind, also where nobody is signed in. The same reading as src/app/theme.ts, which a test holds it to.
;(function () {
  var prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
  var pick = function (value, known) {
    return known.indexOf(value) < 0 ? known[0] : value
  }
  var apply = function () {
    var theme = {}
    try {
      theme = JSON.parse(localStorage.getItem('theme')) || {}
    } catch {
      // Unreadable: the defaults.
    }
    var root = document.documentElement
    var mode = pick(theme.mode, ['light', 'dark'])
    if (theme.followSystem === true) mode = prefersDark.matches ? 'dark' : 'light'
    root.classList.remove('light', 'dark')
    root.classList.add(mode)
    root.style.colorScheme = mode
    root.dir = pick(theme.direction, ['ltr', 'rtl'])
    root.dataset.schema = pick(theme.themeSchema, ['default', 'dark', 'green', 'purple', 'orange'])
    root.dataset.controlSize = pick(theme.controlSize, ['md', 'xs', 'sm', 'lg'])
    var meta = document.querySelector('meta[name="theme-color"]')
    if (meta) meta.content = mode === 'dark' ? '#0e1110' : '#f6f6f3'
  }
  apply()
  window.addEventListener('storage', apply)
  prefersDark.addEventListener('change', apply)
})()
