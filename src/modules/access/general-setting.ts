import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { lazy } from 'react'
import { generalSetting } from '#contract/modules/access/general-setting.ts'
import { defineScreens } from '#src/crud/screens.ts'

const GeneralSettingPage = lazy(() =>
  import('./general-setting/general-setting-page.tsx').then(({ GeneralSettingPage }) => ({
    default: GeneralSettingPage,
  })),
)

export const generalSettingScreens = defineScreens(generalSetting, {
  icon: SlidersHorizontal,
  routes: {
    '/settings/general-setting': { title: 'generalSetting:titles.list', may: 'list', page: GeneralSettingPage },
  },
})
