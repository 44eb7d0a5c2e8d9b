import Ban from 'lucide-react/icons/ban'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CirclePause from 'lucide-react/icons/circle-pause'
import type { Aside, Module } from '#contract/module.ts'
import type { Words } from './words.ts'
import type { IconType } from '#src/ui/icon.tsx'
import type { Mark } from '#src/ui/mark.ts'
import { StageRail } from '#src/ui/stage-rail.tsx'

/** How what stands beside the way looks: with a picture of its own, so that colour alone says nothing. */
export const asideLooks: Record<Aside, { icon: IconType; colour: Mark }> = {
  waits: { icon: CirclePause, colour: 'warning' },
  ended: { icon: Ban, colour: 'none' },
  wrong: { icon: CircleAlert, colour: 'danger' },
}

/** Where a record stands on its way; what stands beside it looks neither begun nor done. */
export function RecordStage({ module, stage, words }: { module: Module; stage: string; words: Words }) {
  const { stages = [], aside = {}, colour = 'none' } = module
  const beside = aside[stage]
  return (
    <StageRail
      stages={stages.filter(one => !aside[one])}
      stage={stage}
      label={words.stage(stage)}
      {...(beside ? asideLooks[beside] : { colour })}
    />
  )
}
