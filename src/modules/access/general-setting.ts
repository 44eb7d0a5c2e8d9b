import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { generalSetting } from '#contract/modules/access/general-setting.ts'
import { ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'

export const generalSettingScreens = defineScreens(generalSetting, {
  icon: SlidersHorizontal,
  routes: {
    '/settings/general-setting': { title: 'generalSetting:titles.list', may: 'list', page: ListScreen },
  },
})
