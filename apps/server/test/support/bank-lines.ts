/** Steps of the tests of settlements and their bank lines: bank accounts, trades through them, statements that show them. */
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { settlements } from '@em/contract/settlements/settlements'
import { expect } from 'vitest'
import { ask, type Books } from './books.ts'

/** `books` is asked for at each call: a test file makes them before its first test. */
export function bankLines(books: () => Books) {
  const api = () => books().api
  let made = 0
  const standing = (id: number) => api().ask(settlements.one, { params: { id } })
  async function traded(id: number) {
    const { settlement } = await standing(id)
    return { id, net: settlement.net_value, deal: settlement.deal_number }
  }
  return {
    standing,
    async newBank(settles = 'by hand'): Promise<number> {
      made += 1
      const answer = await api().call<{ id: number }>('POST /accounts', {
        body: {
          payment_method: 'Bank Transfer',
          account_number: `55${made}`,
          account_name: `Bank ${made}`,
          bank_name: 'Hatton National Bank',
          branch_name: 'Fort',
          settles,
        },
      })
      return answer.body.id
    },
    /** A buy through a bank account; answers its id and net value. */
    async bought(bank: number, more: Record<string, unknown> = {}) {
      made += 1
      const { id } = await books().bought({ settlementAccount: bank, contractNumber: `RS-${made}`, ...more })
      return traded(id)
    },
    async sold(bank: number, more: Record<string, unknown> = {}) {
      made += 1
      const body = { ...books().usual, settlementAccount: bank, contractNumber: `RS-${made}`, ...more }
      const answer = await api().call<{ id: number }>('POST /trade-summary/save-sell-transaction', { body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return traded(answer.body.id)
    },
    begun: async (bank: number, period = '2026-06') =>
      (
        await ask(api(), reconciliation.create, {
          body: { accountCode: '1010', settlementAccount: bank, period, externalOpening: 0 },
        })
      ).reconciliation,
    imported: (id: number, lines: object[], more: object = {}) =>
      ask(api(), reconciliation.importStatement, { params: { id }, body: { lines, ...more } }),
    out: (date: string, amount: number, reference?: string) => ({ date, credit: amount, reference }),
    opened: (id: number) => api().ask(reconciliation.get, { params: { id } }),
    auto: (id: number) => ask(api(), reconciliation.autoMatch, { params: { id }, body: {} }),
    openLedger: (id: number) => api().ask(reconciliation.ledger, { params: { id }, query: {} }),
    openExternal: (id: number) => api().ask(reconciliation.external, { params: { id }, query: {} }),
  }
}
