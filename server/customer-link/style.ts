/** The look of the page: no script, readable on a small phone, and by the light that somebody has chosen. */
export const style = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f4f5f7; --ink: #1c2430; --muted: #566070; --line: #d5dae1;
  --main: #9a4a00; --on-main: #fff; --bad: #a4161a; --good: #1f6b3a }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b212a; --ground: #12161c; --ink: #eef1f5; --muted: #a4aebc; --line: #38424f;
    --main: #f0a35c; --on-main: #221405; --bad: #ff9a94; --good: #7fd69c }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; gap: 1rem }
header { color: var(--muted) }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
h1 .number { font-weight: 400; white-space: nowrap }
h2 { margin: 0 0 .5rem; font-size: 1.125rem }
p { margin: 0 0 .5rem; overflow-wrap: anywhere }
section { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem }
.muted { color: var(--muted) }
.bad { color: var(--bad); font-weight: 600 }
.good { color: var(--good); font-weight: 600 }
ol { display: grid; grid-template-columns: repeat(5, 1fr); gap: .25rem; margin: 0 0 1rem; padding: 0; list-style: none }
ol li { border-top: .375rem solid var(--line); padding-top: .375rem; font-size: .8125rem; color: var(--muted) }
ol li.done { border-color: var(--main) }
ol li[aria-current] { color: var(--ink); font-weight: 600 }
table { width: 100%; border-collapse: collapse }
th, td { padding: .375rem 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400 }
td { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; padding-inline-start: 1rem }
tr:last-child th, tr:last-child td { border: 0; font-weight: 600; font-size: 1.125rem }
form { display: grid; gap: .75rem; margin-top: 1rem }
label { display: grid; gap: .25rem }
input, select, textarea, button { font: inherit; color: inherit; min-height: 3rem; padding: .5rem .75rem; border-radius: .375rem;
  border: 1px solid var(--muted); background: var(--paper); width: 100% }
button { border-color: var(--main); cursor: pointer }
button.main { background: var(--main); color: var(--on-main); font-weight: 600 }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
fieldset { border: 0; margin: 0; padding: 0 }
legend { padding: 0 }
.marks { display: grid; grid-template-columns: repeat(5, 1fr); gap: .5rem; margin-top: .25rem }
.marks label { border: 1px solid var(--muted); border-radius: .375rem; min-height: 3rem; place-items: center; padding: .5rem }
.marks input { min-height: 0; width: 1.25rem; height: 1.25rem }
details { margin-top: .75rem }
summary { min-height: 3rem; padding: .75rem 0; cursor: pointer }
a { color: inherit }
`
