/** A colour as a small signal (tick, rail, tile): of a module, or of a state. Set as `data-mark` on any element. */
export type Mark =
  | 'none'
  | 'blue'
  | 'green'
  | 'yellow'
  | 'orange'
  | 'darkred'
  | 'danger'
  | 'warning'
  | 'success'
  | 'info'
  | 'accent'
