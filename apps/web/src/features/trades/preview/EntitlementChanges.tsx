import type { EntitlementChange } from '@em/contract/corporate-actions/entitlement-changes'
import { counted } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Section } from '../../../ui/Page.tsx'
import { sentencesOf } from './entitlement-texts.ts'
import css from './Preview.module.css'

interface EntitlementChangesProps {
  /** The changes of entitlements by a write: how many, and the first of them. */
  changes: {
    readonly affectedEntitlements: number
    readonly entitlements: readonly EntitlementChange[]
  }
}

/** The changes of entitlements to corporate actions by a write, in sentences; nothing where there are none. */
export function EntitlementChanges({ changes }: EntitlementChangesProps) {
  const { affectedEntitlements, entitlements } = changes
  if (affectedEntitlements === 0) return null
  const more = affectedEntitlements - entitlements.length
  return (
    <Section title="Corporate actions">
      <Banner tone="warning">
        Entitlements change:
        <ul className={css.sentences}>
          {sentencesOf(entitlements).map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
          {more > 0 && <li>and {counted(more, 'more entitlement')}.</li>}
        </ul>
      </Banner>
    </Section>
  )
}
