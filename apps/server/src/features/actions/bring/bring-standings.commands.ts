/** Brings entitlements and standings to the plans: an entitlement that differs is the next version. */
import { decimalOf, formatDecimal, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../../platform/database/rows.ts'
import type { PlannedAction } from './plans.queries.ts'

const FRACTION_SCALE = 4
const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)
const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)

interface VersionRow {
  readonly of: PlannedAction
  readonly version: number
}

const ENTITLEMENTS = tableOf<VersionRow>('action_entitlements', [
  { name: 'action_id', type: 'bigint', of: ({ of }) => of.action.id },
  { name: 'portfolio_id', type: 'bigint', of: ({ of }) => of.portfolio.id },
  { name: 'version', type: 'integer', of: ({ version }) => version },
  { name: 'held', type: 'bigint', of: ({ of }) => of.plan.entitlement.held },
  { name: 'entitled', type: 'bigint', of: ({ of }) => of.plan.entitlement.entitled },
  { name: 'gross', type: 'numeric', of: ({ of }) => money(of.plan.entitlement.gross) },
  { name: 'tax', type: 'numeric', of: ({ of }) => money(of.plan.entitlement.tax) },
  { name: 'net', type: 'numeric', of: ({ of }) => money(of.plan.entitlement.net) },
  {
    name: 'fraction',
    type: 'numeric',
    of: ({ of }) => formatDecimal(of.plan.entitlement.fraction, FRACTION_SCALE),
  },
  { name: 'memo_tax', type: 'numeric', of: ({ of }) => money(of.plan.entitlement.memoTax) },
  {
    name: 'tax_rate',
    type: 'numeric',
    of: ({ of: { plan } }) =>
      plan.entitlement.taxRate === undefined ? null : formatDecimal(plan.entitlement.taxRate, RATE_SCALE),
  },
  { name: 'tax_rate_on', type: 'date', of: ({ of }) => of.plan.entitlement.taxRateOn ?? null },
  {
    name: 'ex_tax_rate',
    type: 'numeric',
    of: ({ of: { plan } }) =>
      plan.entitlement.exTaxRate === undefined ? null : formatDecimal(plan.entitlement.exTaxRate, RATE_SCALE),
  },
  {
    name: 'ex_tax',
    type: 'numeric',
    of: ({ of: { plan } }) => (plan.entitlement.exTax === undefined ? null : money(plan.entitlement.exTax)),
  },
])
const KEEP = statement(
  'actions.keep-standings',
  `INSERT INTO em.action_standings AS s (action_id, portfolio_id, version, expected_role, expected, due, received, written_off, is_confirmed, is_open, settlement_account_id)
   SELECT * FROM unnest((SELECT :actionIds::bigint[]), (SELECT :portfolioIds::bigint[]), (SELECT :versions::int[]), (SELECT :roles?::text[]), (SELECT :expected::numeric[]),
                        (SELECT :dues?::date[]), (SELECT :received::numeric[]), (SELECT :writtenOff::numeric[]), (SELECT :confirmed::boolean[]), (SELECT :open::boolean[]), (SELECT :accounts?::bigint[]))
   ON CONFLICT (action_id, portfolio_id) DO UPDATE
     SET version = excluded.version, expected_role = excluded.expected_role, expected = excluded.expected, due = excluded.due,
         received = excluded.received, written_off = excluded.written_off, is_confirmed = excluded.is_confirmed, is_open = excluded.is_open,
         settlement_account_id = excluded.settlement_account_id`,
)

/** Writes what differs; answers the plans whose entitlement has a new version. */
export async function bringStandings(
  tx: Transaction,
  plans: readonly PlannedAction[],
  accountOf: (of: PlannedAction) => number | null,
): Promise<PlannedAction[]> {
  const fresh: VersionRow[] = []
  const standings: (VersionRow & { readonly said: Said })[] = []
  for (const of of plans) {
    const { standing } = of.known
    const differs = standing === null || !sameEntitlement(of)
    if (standing === null && isNothing(of)) continue
    const version = (standing?.version ?? 0) + (differs ? 1 : 0)
    if (differs) fresh.push({ of, version })
    const said = saidOf(of, accountOf(of))
    if (differs || !sameStanding(said, of)) standings.push({ of, version, said })
  }
  if (fresh.length > 0) await addRows(tx, [new Rows(ENTITLEMENTS, fresh)])
  if (standings.length > 0) {
    await tx.query(KEEP, {
      actionIds: standings.map(({ of }) => of.action.id),
      portfolioIds: standings.map(({ of }) => of.portfolio.id),
      versions: standings.map(({ version }) => version),
      roles: standings.map(({ said }) => said.role),
      expected: standings.map(({ said }) => money(said.expected)),
      dues: standings.map(({ said }) => said.due),
      received: standings.map(({ said }) => money(said.received)),
      writtenOff: standings.map(({ said }) => money(said.writtenOff)),
      confirmed: standings.map(({ said }) => said.isConfirmed),
      open: standings.map(({ said }) => said.isOpen),
      accounts: standings.map(({ said }) => said.accountId),
    })
  }
  return fresh.map(({ of }) => of)
}

/** What is expected of money, and what of it came. */
interface Said {
  readonly role: string | null
  readonly expected: bigint
  readonly due: string | null
  readonly received: bigint
  readonly writtenOff: bigint
  readonly isConfirmed: boolean
  readonly isOpen: boolean
  readonly accountId: number | null
}

function saidOf({ plan, known }: PlannedAction, accountId: number | null): Said {
  const sum = (kind: string) =>
    known.money.reduce((all, one) => (one.kind === kind ? all + one.amount : all), 0n)
  return {
    role: plan.expected?.role ?? null,
    expected: plan.expected?.amount ?? 0n,
    due: plan.expected?.due ?? null,
    received: plan.expected === null ? 0n : sum('received'),
    writtenOff: plan.expected === null ? 0n : sum('written-off'),
    isConfirmed: plan.expected !== null && known.money.length > 0,
    isOpen: plan.isOpen,
    accountId,
  }
}

function sameStanding(said: Said, { known: { standing } }: PlannedAction): boolean {
  return (
    standing !== null &&
    standing.expected_role === said.role &&
    cents(standing.expected) === said.expected &&
    standing.due === said.due &&
    cents(standing.received) === said.received &&
    cents(standing.written_off) === said.writtenOff &&
    standing.is_confirmed === said.isConfirmed &&
    standing.is_open === said.isOpen &&
    standing.settlement_account_id === said.accountId
  )
}

const rateOf = (text: string | null) => (text === null ? null : decimalOf(text, RATE_SCALE))

/** Whether the entitlement in force is the one that is planned. */
export function sameEntitlement({ plan: { entitlement }, known: { standing } }: PlannedAction): boolean {
  return (
    standing !== null &&
    BigInt(standing.held) === entitlement.held &&
    BigInt(standing.entitled) === entitlement.entitled &&
    cents(standing.gross) === entitlement.gross &&
    cents(standing.tax) === entitlement.tax &&
    cents(standing.net) === entitlement.net &&
    decimalOf(standing.fraction, FRACTION_SCALE) === entitlement.fraction &&
    cents(standing.memo_tax) === entitlement.memoTax &&
    rateOf(standing.tax_rate) === (entitlement.taxRate ?? null) &&
    standing.tax_rate_on === (entitlement.taxRateOn ?? null) &&
    rateOf(standing.ex_tax_rate) === (entitlement.exTaxRate ?? null) &&
    (standing.ex_tax === null ? null : cents(standing.ex_tax)) === (entitlement.exTax ?? null)
  )
}

const isNothing = ({ plan: { entitlement } }: PlannedAction) =>
  entitlement.held === 0n && entitlement.entitled === 0n && entitlement.gross === 0n
