import { directions, layouts, modes, schemas, sizes, type Theme } from '#src/app/theme.ts'

/** What a person can choose of how the app looks. */
export type Look = Omit<Theme, 'panelExpand' | 'followSystem'>

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
