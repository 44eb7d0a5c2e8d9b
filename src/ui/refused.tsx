import type { ReactNode } from 'react'
import { Banner, type BannerProps } from './banner.tsx'

type Props = Pick<BannerProps, 'onDismiss' | 'className'> & { why: ReactNode }

/** Why something was not done, read out at once; nothing where nothing was refused. */
export const Refused = ({ why, ...rest }: Props) =>
  why ? (
    <Banner tone="danger" announce {...rest}>
      {why}
    </Banner>
  ) : null
