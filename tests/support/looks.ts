/** Everything that a person can choose of how the app looks, as the specification lists it. */
export const layouts = [
  'collapsibleSide',
  'stackedSide',
  'topBarClassic',
  'framelessSide',
  'contentOverlay',
  'blank',
] as const
export const schemas = ['default', 'dark', 'green', 'purple', 'orange'] as const
export const sizes = ['xs', 'sm', 'md', 'lg'] as const
export const directions = ['ltr', 'rtl'] as const
export const modes = ['light', 'dark'] as const

export type Look = {
  layout: { type: (typeof layouts)[number]; sideNavCollapse: boolean }
  themeSchema: (typeof schemas)[number]
  direction: (typeof directions)[number]
  controlSize: (typeof sizes)[number]
  mode: (typeof modes)[number]
}

/**
 * Thirty looks in which every two values of any two dimensions meet, so that a pair that does not go together is found
 * without trying all 480.
 */
export const pairwiseLooks: Look[] = layouts.flatMap((type, row) =>
  schemas.map((themeSchema, column) => ({
    layout: { type, sideNavCollapse: (row + column) % 3 === 0 },
    themeSchema,
    direction: directions[(row + column) % 2]!,
    controlSize: sizes[(row + column * 2 + Math.floor(column / 2)) % 4]!,
    mode: modes[(row * 5 + column) % 3 === 0 ? 1 : 0],
  })),
)

export const allLooks: Look[] = layouts.flatMap(type =>
  schemas.flatMap(themeSchema =>
    directions.flatMap(direction =>
      sizes.flatMap(controlSize =>
        modes.map(mode => ({ layout: { type, sideNavCollapse: false }, themeSchema, direction, controlSize, mode })),
      ),
    ),
  ),
)
