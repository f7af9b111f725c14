import type { Entity, LockPoint } from '@em/contract/periods/periods'
import { hrefOf } from '../../links/tabs.ts'

interface Asked {
  readonly entity: Entity
  readonly through: string
  /** The id of the built-in entity. */
  readonly general: number | null
}

/** The screen that shows what a point of the checklist is about, filtered as far as it can be. */
export function hrefOfPoint(what: LockPoint, { entity, through, general }: Asked): string {
  const [only, ...others] = entity.portfolios
  const portfolio: Record<string, string> =
    only !== undefined && others.length === 0 && !entity.is_general ? { portfolio: only.portfolioId } : {}
  const settlements = (status: string) =>
    hrefOf('Settlement and Accounting', 'Settlement Instructions', { status, to: through, ...portfolio })
  switch (what) {
    case 'settlements-failed':
      return settlements('failed')
    case 'settlements-overdue':
      return settlements('overdue')
    case 'reconciliation':
      return hrefOf('Accounting Entries', 'Account Reconciliation', { entity: String(entity.id) })
    case 'drafts':
      return hrefOf('Accounting Entries', 'Journal Entries', { status: 'Draft', to: through, ...portfolio })
    case 'approvals':
      return hrefOf('Administration', 'Approvals', { view: 'all', state: 'waiting' })
    case 'suspense':
      return hrefOf('Accounting Entries', 'Journal Entries', {
        view: 'suspense',
        asOf: through,
        entity: String(entity.id),
      })
    case 'unpriced':
      return hrefOf('Dashboard', 'Portfolio Overview', portfolio)
    case 'valuation':
      return hrefOf('Valuation and MTM', 'Mark To Market', {
        date: through,
        ...(entity.is_general ? {} : { entity: entity.name }),
        ...portfolio,
      })
    case 'stale-runs':
      return hrefOf('Valuation and MTM', 'Mark To Market', {
        ...(entity.is_general ? {} : { entity: entity.name }),
        ...portfolio,
      })
    case 'events':
      return hrefOf('Corporate Actions', 'Calendar')
    case 'receivables':
      return hrefOf('Corporate Actions', 'Receivables', portfolio)
    case 'certificates':
      return hrefOf('Corporate Actions', 'Tax Certificates', portfolio)
    case 'cds':
      return hrefOf('Settlement and Accounting', 'CDS Comparison')
    case 'broker-statements':
      return hrefOf('Reporting and Compliance', 'Broker Reports', { tab: 'statement', to: through })
    case 'price-sheet':
      return hrefOf('Valuation and MTM', 'Market Price Feed')
    case 'breaches':
      return hrefOf('Risk and Limit Management', 'Concentration Limits', { view: 'breaches', ...portfolio })
    case 'overdrawn':
      return hrefOf('Accounting Entries', 'Trial Balance', {
        from: 'none',
        to: through,
        entity: entity.name,
        banks: '1',
      })
    case 'inter-portfolio':
      return hrefOf('Accounting Entries', 'General Ledger', {
        account_code: '1300',
        to: through,
        ...portfolio,
      })
    case 'year-end':
      return hrefOf('Accounting Entries', 'Period Close', { entity: String(entity.id) })
    case 'books-check':
      return hrefOf('Administration', 'Check the Books')
    case 'general':
      return hrefOf('Accounting Entries', 'Period Close', general === null ? {} : { entity: String(general) })
    default:
      throw new RangeError(`no screen for ${String(what satisfies never)}`)
  }
}
