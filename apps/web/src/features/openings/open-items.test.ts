import type { OpenItemAnswer } from '@em/contract/openings/open-items'
import { describe, expect, it } from 'vitest'
import { ApiFailure } from '../../lib/api.ts'
import { faultsOf, itemsToSend, rowsOfItems } from './open-items.ts'

const bank = { id: 7, account_name: 'Trading', account_number: '7001', bank_name: 'BOC' }
const other = { ...bank, id: 8, account_number: '7002', account_name: 'Custody' }

describe('open items of a table', () => {
  it('reads a row by its kind, with the dates and figures as they are written', () => {
    const { items, faults } = itemsToSend(
      [
        {
          kind: 'Dividend',
          symbol: 'COMB.N0000',
          tradeDate: '25/03/2026',
          quantity: '1,000',
          price: '3.25',
          taxRate: '15',
        },
        {},
        {
          kind: 'bought',
          symbol: 'JKH.N0000',
          tradeDate: '30/03/2026',
          settlementDate: '02/04/2026',
          quantity: '500',
          price: '20.00',
          fees: '112.00',
          settlementAccount: 'custody',
          generatePayment: 'y',
        },
      ],
      'dmy',
      [bank, other],
    )
    expect(faults).toEqual([])
    expect(items).toEqual([
      {
        kind: 'dividend',
        symbol: 'COMB.N0000',
        shares: '1000',
        ratePerShare: '3.25',
        exDate: '2026-03-25',
        paymentDate: null,
        taxRate: '15',
        settlementAccount: null,
      },
      {
        kind: 'buy',
        symbol: 'JKH.N0000',
        quantity: '500',
        price: '20.00',
        fees: '112.00',
        tradeDate: '2026-03-30',
        settlementDate: '2026-04-02',
        broker: null,
        contractNumber: null,
        generatePayment: 'Yes',
        settlementAccount: 8,
      },
    ])
  })

  it('never guesses: an unknown kind or account, and a cell that the kind does not have, are faults of their cells', () => {
    const { faults } = itemsToSend(
      [
        { kind: 'Rent', symbol: 'A' },
        { kind: 'Sale', symbol: 'A', taxRate: '15', settlementAccount: 'no such account' },
      ],
      'ymd',
      [bank],
    )
    expect(faults.map(({ row, field }) => [row, field])).toEqual([
      [1, 'kind'],
      [2, 'taxRate'],
      [2, 'settlementAccount'],
    ])
  })

  it('takes the only account there is', () => {
    expect(itemsToSend([{ kind: 'Application', symbol: 'A' }], 'ymd', [bank]).items[0]).toMatchObject({
      settlementAccount: 7,
    })
  })

  it('shows items as rows that say the same when they are sent again', () => {
    const item = {
      kind: 'sell',
      symbol: 'JKH.N0000',
      quantity: 5,
      price: 20.5,
      fees: 1,
      tradeDate: '2026-03-30',
      settlementDate: '2026-04-02',
      broker: 'Asha',
      contractNumber: null,
      settlementAccount: 8,
    }
    const rows = rowsOfItems([item as unknown as OpenItemAnswer], [bank, other])
    expect(itemsToSend(rows, 'ymd', [bank, other]).items).toEqual([
      { ...item, quantity: '5', price: '20.5', fees: '1' },
    ])
  })

  it('puts what a refusal says of an item into the cell that it was typed in', () => {
    const details = [
      { field: 'items.1.exDate', message: 'XD is late.' },
      { field: 'openingDate', message: 'Another one.' },
    ]
    const failure = new ApiFailure(422, 'opening.items', 'No', details, true)
    expect(faultsOf(failure, [{ kind: 'sell' }, { kind: 'dividend', exDate: '2026-04-01' }])).toEqual([
      { row: 2, field: 'tradeDate', error: 'XD is late.', value: '2026-04-01' },
    ])
    expect(faultsOf(new ApiFailure(409, 'record.stale', 'No', [], true), [])).toBeNull()
  })
})
