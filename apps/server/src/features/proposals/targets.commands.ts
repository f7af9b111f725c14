/** Sets the weights that a portfolio should have: each time all of them, as a new version. */
import type { RebalancingTargets, rebalancing } from '@em/contract/proposals/rebalancing'
import { formatDecimal, MONEY_SCALE, RATE_SCALE, RATE_WHOLE } from '@em/core/values/decimal'
import { sumOf } from '@em/core/values/money'
import type { SignedIn } from '../../platform/authorize.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { resolveCompany } from '../equities/equities.queries.ts'
import { portfolioInPath } from '../portfolios/portfolios.queries.ts'
import { findTargets, targetsForAnswer } from './targets.queries.ts'

/** Two who set the targets of a portfolio come one after the other. */
const HOLD = statement(
  'rebalancing.hold',
  'SELECT id FROM portfolios WHERE id = :portfolioId FOR NO KEY UPDATE',
)
const ADD = statement(
  'rebalancing.add',
  `INSERT INTO rebalancing_targets (portfolio_id, version, cash_target, minimum_trade, cash_minimum, recorded_by)
   VALUES (:portfolioId, :version, :cashTarget::numeric, :minimumTrade::numeric, :cashMinimum::numeric, :by)`,
)
const ADD_LINES = statement(
  'rebalancing.add-lines',
  `INSERT INTO rebalancing_target_lines (portfolio_id, version, place, equity_id, sector, weight, band, lot_size)
   SELECT :portfolioId, :version, a.place, a.equity_id, a.sector, a.weight, a.band, a.lot_size
     FROM unnest(:equityIds?::bigint[], :sectors?::text[], :weights::numeric[], :bands::numeric[], :lotSizes::bigint[])
          WITH ORDINALITY AS a (equity_id, sector, weight, band, lot_size, place)`,
)

type Input = WriteInput<typeof rebalancing.setTargets>
type Line = Input['body']['lines'][number]

/** The security of each line; null of a sector. @throws Refusal 404, `rebalancing.twice` (422). */
async function securitiesOf(tx: Transaction, lines: readonly Line[], today: string) {
  const found: { readonly equityId: number | null; readonly named: string }[] = []
  for (const [index, { symbol, sector }] of lines.entries()) {
    const field = `lines.${index}.${symbol === null ? 'sector' : 'symbol'}`
    const equity = symbol === null ? null : await resolveCompany(tx, symbol, today, field)
    const named = equity?.symbol ?? sector ?? ''
    if (found.some((one) => one.equityId === (equity?.id ?? null) && one.named === named))
      throw refuseField('rebalancing.twice', field, { what: named })
    found.push({ equityId: equity?.id ?? null, named })
  }
  return found
}

/** @throws Refusal 404, `record.stale` (409), `rebalancing.too-much`, `rebalancing.twice` (422). */
export async function setTargets(
  tx: Transaction,
  { params, body }: Input,
  { today, user }: { readonly today: string; readonly user: SignedIn },
): Promise<Outcome<RebalancingTargets>> {
  const portfolio = await portfolioInPath(tx, params.portfolio)
  const portfolioId = portfolio.id
  await tx.query(HOLD, { portfolioId })
  const before = await findTargets(tx, portfolioId)
  if ((before.head?.version ?? null) !== body.version)
    throw new Refusal('record.stale', { what: 'The targets' })
  const sum = body.cashTarget + sumOf(body.lines.map(({ weight }) => weight))
  if (sum > RATE_WHOLE)
    throw refuseField('rebalancing.too-much', 'cashTarget', { sum: formatDecimal(sum, RATE_SCALE) })
  const securities = await securitiesOf(tx, body.lines, today)
  const version = (body.version ?? 0) + 1
  const percent = (rate: bigint) => formatDecimal(rate, RATE_SCALE)
  await tx.query(ADD, {
    portfolioId,
    version,
    cashTarget: percent(body.cashTarget),
    minimumTrade: formatDecimal(body.minimumTrade, MONEY_SCALE),
    cashMinimum: formatDecimal(body.cashMinimum, MONEY_SCALE),
    by: user.id,
  })
  await tx.query(ADD_LINES, {
    portfolioId,
    version,
    equityIds: securities.map(({ equityId }) => equityId),
    sectors: body.lines.map(({ sector }) => sector),
    weights: body.lines.map(({ weight }) => percent(weight)),
    bands: body.lines.map(({ band }) => percent(band)),
    lotSizes: body.lines.map(({ lotSize }) => Number(lotSize)),
  })
  const answer = targetsForAnswer(portfolio, await findTargets(tx, portfolioId))
  return {
    answer,
    audit: {
      action: 'rebalancing.change-targets',
      entity: 'portfolios',
      entityId: portfolioId,
      before: before.head === null ? null : audited(targetsForAnswer(portfolio, before)),
      after: audited(answer),
    },
  }
}

/** The fields of targets in the audit trail. */
const audited = ({ portfolioName, cashTarget, minimumTrade, cashMinimum, lines }: RebalancingTargets) => ({
  portfolio: portfolioName,
  targets: lines
    .map(
      ({ symbol, sector, weight, band }) => `${symbol ?? sector} ${weight} %${band > 0 ? ` ± ${band}` : ''}`,
    )
    .join(', '),
  cash_target: cashTarget,
  minimum_trade: minimumTrade,
  cash_minimum: cashMinimum,
})
