import { Skeleton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import css from './Page.module.css'

interface PageProps {
  title: string
  /** One line that says what the page is for. */
  lead?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Forms read better when not as wide as the screen. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of every tab: title, one line of explanation, actions at the right, content. */
export function Page({ title, lead, actions, narrow = false, children }: PageProps) {
  return (
    <div className={narrow ? `${css.page} ${css.narrow}` : css.page}>
      <header className={css.head}>
        <div className={css.titles}>
          <h1 className={css.title}>{title}</h1>
          {lead !== undefined && <p className={css.lead}>{lead}</p>}
        </div>
        {actions != null && actions !== false && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface SectionProps {
  title?: string
  actions?: ReactNode
  /** With a border around it. */
  card?: boolean
  children: ReactNode
}

/** A titled part of a page. */
export function Section({ title, actions, card = false, children }: SectionProps) {
  const id = useId()
  return (
    <section
      className={card ? `${css.section} ${css.card}` : css.section}
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
    >
      {(title !== undefined || actions !== undefined) && (
        <div className={css.sectionHead}>
          {title !== undefined && (
            <h2 id={id} className={css.sectionTitle}>
              {title}
            </h2>
          )}
          {actions !== undefined && <div className={css.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

/** A row of StatCards that wraps on narrow screens. */
export function Stats({ children }: { children: ReactNode }) {
  return <div className={css.stats}>{children}</div>
}

interface StatCardProps {
  label: string
  /** Usually an `<Amount>`; shown large. */
  value: ReactNode
  /** A second, quiet line. */
  note?: ReactNode
  loading?: boolean
}

/** One figure with its name: `<StatCard label="Total value (LKR)" value={<Amount value={x} />} />`. */
export function StatCard({ label, value, note, loading = false }: StatCardProps) {
  return (
    <div className={css.stat} data-stat>
      <span className={css.statLabel}>{label}</span>
      <span className={css.statValue}>{loading ? <Skeleton height={24} width="70%" my={2} /> : value}</span>
      {note !== undefined && <span className={css.statNote}>{note}</span>}
    </div>
  )
}
