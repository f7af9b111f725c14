/** An outside ledger with a mapping of the whole chart, and its batches as a person makes them. */
import { createHash } from 'node:crypto'
import {
  type AccountingBatch,
  type AccountingTarget,
  accountingExports,
  accountingTargets,
} from '@em/contract/accounting-exports/accounting-exports'
import type { Api } from './api.ts'
import { ask, type Refused } from './books.ts'

export const makeTarget = (api: Api, changes: object = {}): Promise<AccountingTarget> =>
  ask(api, accountingTargets.create, {
    body: {
      name: 'Xero',
      format: 'xero',
      detail: 'line',
      portfolios: ['GROW'],
      startDate: '2026-01-01',
      ...changes,
    },
  })

/** Maps every account of the chart to its own code. */
export async function mapChart(api: Api, { id, mappingVersion }: AccountingTarget, changes: object[] = []) {
  const { body: chart } = await api.call<{ account_code: string }[]>('GET /chart-of-accounts?limit=1000')
  const rows = chart.map(({ account_code }) => ({ account_code, outside: account_code }))
  return ask(api, accountingTargets.changeMapping, {
    params: { id },
    body: { rows: [...rows, ...changes], version: mappingVersion },
  })
}

export const makeBatch = (api: Api, { id }: Pick<AccountingTarget, 'id'>, to: string, token = api.token) =>
  api.call<AccountingBatch & Refused>(accountingExports.create, { body: { target: id, to }, token })

/** The file of a batch: its bytes, which agree with the hash that was kept, and its lines. */
export async function fileOf(api: Api, { id, sha256 }: Pick<AccountingBatch, 'id' | 'sha256'>) {
  const answer = await api.app.inject({
    url: `/api/accounting-exports/${id}/file`,
    headers: { authorization: `Bearer ${api.token}` },
  })
  if (createHash('sha256').update(answer.rawPayload).digest('hex') !== sha256)
    throw new Error(`batch ${id} is not what was kept`)
  return { bytes: answer.rawPayload, lines: answer.body.trimEnd().split('\r\n'), headers: answer.headers }
}

/** An outside ledger of a portfolio with a batch that was replaced, and a refused one in its place. */
export async function fillOutside(api: Api, portfolio: string, to: string): Promise<void> {
  const target = await makeTarget(api, {
    name: `Ledger of ${portfolio}`,
    code: portfolio,
    detail: 'month',
    portfolios: [portfolio],
  })
  await mapChart(api, target)
  const { body: first } = await makeBatch(api, target, to)
  await ask(api, accountingExports.refuse, {
    params: { id: first.id },
    body: { reason: `Refused of ${portfolio}` },
  })
  await ask(api, accountingExports.replace, { params: { id: first.id } })
  const { body: second } = await makeBatch(api, target, to)
  await ask(api, accountingExports.refuse, {
    params: { id: second.id },
    body: { reason: `Refused again of ${portfolio}` },
  })
}
