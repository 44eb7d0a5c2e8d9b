import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { generalSetting } from '#contract/modules/access/general-setting.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'

const GeneralSettingPage = lazyPage(() =>
  import('./general-setting/general-setting-page.tsx').then(({ GeneralSettingPage }) => GeneralSettingPage),
)

export const generalSettingScreens = defineScreens(generalSetting, {
  icon: SlidersHorizontal,
  routes: {
    '/settings/general-setting': { title: 'generalSetting:titles.list', may: 'list', page: GeneralSettingPage },
  },
})
