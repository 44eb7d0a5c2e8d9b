/** Heights of controls. Without one a control follows the theme (`data-control-size` on <html> or on any subtree). */
export type Size = 'xs' | 'sm' | 'md' | 'lg' | 'xl'
