import { changeTheme } from './theme.ts'

/** The panel with layout, colours, direction and size; whether it is open is part of what is kept. */
export const openThemePanel = () => changeTheme({ panelExpand: true })
export const closeThemePanel = () => changeTheme({ panelExpand: false })
