import type { ReactNode } from 'react'
import { Mark } from '../../ui/Mark.tsx'
import css from './SignScreen.module.css'

interface SignFrameProps {
  title: string
  lead: string
  /** Between the heading and the card. */
  banner?: ReactNode
  /** Below the card. */
  foot?: ReactNode
  children: ReactNode
}

/** The page around sign-in, sign-up and the like: name, heading, one card. */
export function SignFrame({ title, lead, banner, foot, children }: SignFrameProps) {
  return (
    <main className={css.screen}>
      <div className={css.panel}>
        <header className={css.head}>
          <Mark size={36} />
          <h1 className={css.title}>{title}</h1>
          <p className={css.lead}>{lead}</p>
        </header>
        {banner}
        <div className={css.card}>{children}</div>
        {foot !== undefined && <p className={css.other}>{foot}</p>}
      </div>
    </main>
  )
}
