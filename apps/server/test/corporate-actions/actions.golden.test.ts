/**
 * Corporate actions in full, as in the worked vectors: apps/server/test/golden/corporate-actions.txt, to be read by an
 * accountant. GOLDEN_UPDATE=1 writes it anew; the difference in git is the review.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { ActionStory } from '../support/action-story.ts'
import { startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { recordPrices } from '../support/prices.ts'

const FILE = new URL('../golden/corporate-actions.txt', import.meta.url)
const PROSE = `Corporate actions, told through the API on a real PostgreSQL: what was done, on which day, the entries that it posted and the lots that
were left. "1210 55,250.00 / 4200 55,250.00" means Dr 1210, Cr 4200. Lots are written quantity | cost | charges. The trades that a
story begins with are not shown in the ledger. .R stands for rights, .N for another security.
`

async function goldenText(books: Books): Promise<string> {
  const { api } = books
  const at = (date: string) => api.clock.set(date)
  const lines: string[] = []
  const begin = (title: string, treatment = 'FVTPL', method: 'WAP' | 'FIFO' | 'CHERRY' = 'FIFO') =>
    ActionStory.begin(books, title, treatment, method)
  const end = async (story: ActionStory) => {
    lines.push(...story.lines)
    expect([story.title, await verifyBooks(api.database)]).toEqual([story.title, []])
  }

  // 4. Dividends
  const dividend = {
    kind: 'dividend',
    announcementDate: '2026-02-20',
    exDividendDate: '2026-03-03',
    recordDate: '2026-03-04',
    paymentDate: '2026-03-20',
    dividendRate: 3.25,
  }
  for (const confirmed of [false, true]) {
    const story = await begin(
      `4.1 XD, unsettled trades, late buy after ${confirmed ? 'a confirmed' : 'an assumed'} payment`,
    )
    at('2026-03-25')
    await story.lot('2026-02-10', 18_500, 10)
    await story.lot('2026-02-27', 1500, 10)
    await story.sell('2026-03-03', 4000, 10)
    const id = await story.announce('2026-03-03  Dividend of 3.25', dividend)
    await story.process(id)
    if (confirmed)
      await story.act(
        '2026-03-20  55,250.00 confirmed by the bank',
        `POST /corporate-actions/${id}/receive`,
        {
          date: '2026-03-20',
          amount: 55_250,
        },
      )
    await story.buyLate('2026-02-20', 1000, 10)
    await story.entitlements(id)
    await end(story)
  }
  const exempt = await begin('4.2 Part exempt')
  await exempt.lot('2026-02-10', 20_000, 10)
  const partly = await exempt.announce('2026-03-03  Dividend of 3.25, of which 1.25 from taxed dividends', {
    ...dividend,
    exemptRate: 1.25,
  })
  await exempt.process(partly)
  await end(exempt)

  const short = await begin('4.3 Shortfall')
  await short.lot('2026-02-10', 20_000, 10)
  const shortId = await short.announce('2026-03-03  Dividend of 3.25', dividend)
  await short.process(shortId)
  await short.act(
    '2026-03-20  55,000.00 confirmed by the bank',
    `POST /corporate-actions/${shortId}/receive`,
    {
      date: '2026-03-20',
      amount: 55_000,
    },
  )
  await short.entitlements(shortId)
  await end(short)

  const recovery = await begin('4.4 Recovery of cost 1.00 a share')
  await recovery.lot('2026-01-05', 600, 20)
  await recovery.lot('2026-01-06', 400, 22)
  await recovery.process(
    await recovery.announce('2026-03-03  1.00 a share gives back cost', {
      ...dividend,
      dividendRate: 1,
      recoveryOfCost: true,
      paymentDate: null,
    }),
  )
  await recovery.lots()
  await end(recovery)

  const onPayment = await begin('4.5 Tax is withheld on payment')
  await onPayment.lot('2022-02-10', 1000, 10)
  const onPaymentId = await onPayment.announce(
    '2022-12-20  Dividend of 1.00, paid after the first tax rate began',
    {
      ...dividend,
      announcementDate: '2022-12-12',
      exDividendDate: '2022-12-20',
      recordDate: '2022-12-21',
      paymentDate: '2023-01-10',
      dividendRate: 1,
    },
  )
  await onPayment.process(onPaymentId)
  await onPayment.entitlements(onPaymentId)
  await end(onPayment)

  // 5. Scrip, bonus, split, consolidation
  const scrip = {
    kind: 'scrip',
    declarationDate: '2026-02-20',
    exDividendDate: '2026-03-03',
    recordDate: '2026-03-04',
    allotmentDate: '2026-03-12',
    ratePerShare: 2,
    issuePrice: 90.6,
  }
  for (const [word, more] of [
    ['without income', {}],
    ['with income', { asIncome: true }],
    ['with income, residual not paid', { asIncome: true, residualPaid: false }],
  ] as const) {
    const story = await begin(`5.1 Scrip at a price, ${word}`)
    await story.lot('2026-01-05', 6000, 88.4)
    await story.lot('2026-01-06', 4000, 88.4)
    const id = await story.announce('2026-03-03  2.00 at 90.60', { ...scrip, ...more })
    await story.process(id)
    await story.lots()
    await story.entitlements(id)
    await end(story)
  }
  const rate = await begin('5.2 Scrip by rate')
  await rate.lot('2026-01-05', 1003, 60)
  await rate.process(
    await rate.announce('2026-03-03  12.5 %', {
      ...scrip,
      ratePerShare: null,
      issuePrice: null,
      dividendRate: 12.5,
    }),
  )
  await rate.lots()
  await end(rate)

  const bonus = await begin('5.3 Bonus after a part sale (FIFO, FVOCI)', 'FVOCI')
  await bonus.lot('2026-01-05', 100, 50)
  await bonus.lot('2026-01-06', 101, 61.1)
  await bonus.sell('2026-02-10', 40, 65)
  const bonusId = await bonus.announce('2026-03-03  Bonus 1 for 4', {
    kind: 'bonus',
    ratioFrom: 1,
    ratioTo: 4,
    exDate: '2026-03-03',
    allotmentDate: '2026-03-12',
  })
  await bonus.process(bonusId)
  await bonus.lots()
  await bonus.sell('2026-03-16', 80, 48)
  await bonus.lots()
  await end(bonus)

  const split = { kind: 'split', ratioFrom: 1, ratioTo: 3, effectiveDate: '2026-03-03' }
  for (const method of ['FIFO', 'WAP', 'CHERRY'] as const) {
    const story = await begin(`5.4 Split 1 into 3, then a sale of 400 (${method})`, 'FVTPL', method)
    const first = await story.lot('2026-01-05', 100, 50)
    const second = await story.lot('2026-01-06', 101, 61.1)
    await story.process(await story.announce('2026-03-03  Split 1 into 3', split))
    await story.lots()
    const picked = [
      { buyTransactionId: second, allocatedQuantity: 303 },
      { buyTransactionId: first, allocatedQuantity: 97 },
    ]
    await story.sell('2026-03-16', 400, 20, method === 'CHERRY' ? { allocations: picked } : {})
    await story.lots()
    await end(story)
  }
  const odd = await begin('5.5 Split 2 into 3, odd lots')
  await odd.lot('2026-01-05', 101, 50)
  await odd.lot('2026-01-06', 100, 61.1)
  await odd.process(await odd.announce('2026-03-03  Split 2 into 3', { ...split, ratioFrom: 2 }))
  await odd.lots()
  await end(odd)

  const consolidation = { kind: 'consolidation', ratioFrom: 10, ratioTo: 1, effectiveDate: '2026-03-03' }
  const fewer = await begin('5.6 Consolidation 10 into 1')
  await fewer.lot('2026-01-05', 15, 100)
  await fewer.lot('2026-01-06', 3, 200)
  await fewer.process(await fewer.announce('2026-03-03  Consolidation 10 into 1', consolidation))
  await fewer.lots()
  await end(fewer)
  const none = await begin('5.6 Consolidation that leaves nothing')
  await none.lot('2026-01-05', 7, 100)
  await none.process(await none.announce('2026-03-03  Consolidation 10 into 1', consolidation))
  await none.lots()
  await end(none)

  const listed = await begin('5.8 Bonus between XD and listing')
  await listed.lot('2026-01-05', 1003, 10)
  await listed.process(
    await listed.announce('2026-03-03  Bonus 1 for 4, allotted on 2026-03-12', {
      kind: 'bonus',
      ratioFrom: 1,
      ratioTo: 4,
      exDate: '2026-03-03',
      allotmentDate: '2026-03-12',
    }),
  )
  await listed.lots()
  for (const date of ['2026-03-02', '2026-03-03', '2026-03-11', '2026-03-12']) await listed.sellable(date)
  await listed.refused('2026-03-11', 1004, 12)
  await listed.sell('2026-03-11', 1003, 12)
  await listed.sell('2026-03-12', 250, 12)
  await end(listed)

  // 6. Rights
  for (const treatment of ['FVTPL', 'FVOCI']) {
    const story = await begin(`6 Rights (${treatment})`, treatment)
    at('2026-03-25')
    await story.lot('2026-01-05', 1003, 60)
    const id = await story.announce('2026-03-23  Rights 2 for 5 at 50.00', {
      kind: 'rights',
      rightsRatioFrom: 2,
      rightsRatioTo: 5,
      offerPrice: 50,
      announcementDate: '2026-03-02',
      recordDate: '2026-03-24',
      exRightsDate: '2026-03-23',
      subscriptionStart: '2026-03-27',
      subscriptionEnd: '2026-04-10',
      cumPrice: 64,
    })
    await story.process(id)
    await story.lots('R')
    await story.theoretical(id)
    at('2026-04-02')
    await story.sellRights('2026-04-02', 150, 7.2)
    at('2026-04-09')
    await story.act(
      '2026-04-09  Subscribe 200, additional 40, sell 150',
      `PUT /corporate-actions/${id}/elections`,
      {
        elections: [
          {
            portfolioId: story.of.portfolioId,
            subscribe: 200,
            sell: 150,
            lapse: 51,
            additional: 40,
            date: '2026-04-09',
          },
        ],
      },
    )
    at('2026-04-20')
    await story.act('2026-04-20  215 allotted', `POST /corporate-actions/${id}/allot`, {
      portfolioId: story.of.portfolioId,
      allotted: 215,
      date: '2026-04-20',
    })
    at('2026-04-27')
    await story.act('2026-04-27  Refund', `POST /corporate-actions/${id}/receive`, {
      date: '2026-04-27',
      amount: 1250,
    })
    await story.lots()
    await story.lots('R')
    await story.entitlements(id)
    await end(story)
  }
  at('2026-03-25')

  // 7. IPO, merger, spin-off, buy-back, delisting, transfer
  const ipo = await begin('7.1 IPO')
  await ipo.lot('2026-01-05', 10, 10)
  const ipoId = await ipo.announce('2026-02-10  1,000 at 15.00', {
    kind: 'ipo',
    securityCode: 'SAMP.N0000',
    companyName: 'Sampath Bank PLC',
    ipoDate: '2026-02-01',
    appliedDate: '2026-02-10',
    pricePerShare: 15,
    totalInvestment: 15_000,
    paymentMethod: 'CEFT',
  })
  await ipo.process(ipoId)
  await ipo.act('2026-03-05  400 allotted, refund on 2026-03-10', `POST /corporate-actions/${ipoId}/allot`, {
    allotted: 400,
    date: '2026-03-05',
    refundDate: '2026-03-10',
  })
  await ipo.lots('SAMP.N0000')
  await end(ipo)

  for (const treatment of ['FVTPL', 'FVOCI']) {
    const merger = await begin(`7.2 Merger, 3 B for 7 A and 2.50 a share (${treatment})`, treatment)
    await merger.lot('2026-01-05', 1003, 52)
    await merger.process(
      await merger.announce('2026-03-03  Merger', {
        kind: 'merger',
        newSecurityCode: 'SAMP.N0000',
        ratioFrom: 3,
        ratioTo: 7,
        cashPerShare: 2.5,
        firstDayPrice: 140,
        effectiveDate: '2026-03-03',
      }),
    )
    await merger.lots('SAMP.N0000')
    await merger.lots()
    await end(merger)
  }
  const spinOff = await begin('7.3 Spin-off, 1 S for 5 P (FVOCI)', 'FVOCI')
  await spinOff.lot('2026-01-05', 1003, 70)
  await spinOff.process(
    await spinOff.announce('2026-03-03  Spin-off', {
      kind: 'spin-off',
      newSecurityCode: 'SAMP.N0000',
      ratioFrom: 1,
      ratioTo: 5,
      parentPrice: 62,
      firstDayPrice: 41,
      effectiveDate: '2026-03-03',
    }),
  )
  await spinOff.lots()
  await spinOff.lots('SAMP.N0000')
  await end(spinOff)

  const buyback = await begin('7.4 Buy-back 1 of 8 at 80.00', 'FVTPL', 'WAP')
  await buyback.lot('2026-01-05', 1003, 70)
  await buyback.process(
    await buyback.announce('2026-03-03  Buy-back', {
      kind: 'buyback',
      ratioFrom: 1,
      ratioTo: 8,
      offerPrice: 80,
      effectiveDate: '2026-03-03',
    }),
  )
  await buyback.lots()
  await end(buyback)

  for (const treatment of ['FVTPL', 'FVOCI']) {
    const delisted = await begin(`7.5 Delisted, worthless (${treatment})`, treatment)
    await delisted.lot('2026-01-05', 1000, 20)
    await delisted.process(
      await delisted.announce('2026-03-03  Delisting', { kind: 'delisting', effectiveDate: '2026-03-03' }),
    )
    await end(delisted)
  }
  for (const [from, to, treatment] of [
    ['WAP', 'FIFO', 'FVTPL'],
    ['WAP', 'FIFO', 'FVOCI'],
    ['FIFO', 'WAP', 'FVTPL'],
  ] as const) {
    const gives = await begin(`7.6 Transfer ${from} to ${to}, one entity (${treatment})`, treatment, from)
    const takes = await gives.another(treatment, to)
    await gives.lot('2026-01-05', 100, 10)
    await gives.lot('2026-01-06', 200, 13)
    await gives.process(
      await gives.announce('2026-03-03  150 moved', {
        kind: 'transfer',
        toPortfolio: takes.portfolioId,
        quantity: 150,
        transferDate: '2026-03-03',
      }),
    )
    await gives.lots()
    await gives.lots('JKH.N0000', takes)
    await end(gives)
  }
  const across = await begin('7.7 Between entities, 400 at 25.00')
  const buyer = await across.another('FVTPL', 'FIFO', 'Another Fund')
  await across.lot('2026-01-05', 400, 20)
  await across.process(
    await across.announce('2026-03-03  400 moved at 25.00', {
      kind: 'transfer',
      toPortfolio: buyer.portfolioId,
      quantity: 400,
      transferDate: '2026-03-03',
      transferPrice: 25,
    }),
  )
  await across.lots('JKH.N0000', buyer)
  await end(across)
  await recordPrices(api, '2026-03-03', { 'JKH.N0000': 20 })
  return `${PROSE}${lines.join('\n')}\n`
}

/** The results of the vectors, line by line: the file must contain all of them. */
const VECTORS = [
  // 4.1
  '2026-03-03  1210 55,250.00, 6200 9,750.00 / 4200 65,000.00',
  '2026-03-20  1010 55,250.00 / 1210 55,250.00',
  '2026-03-03  1210 2,762.50, 6200 487.50 / 4200 3,250.00',
  '2026-03-20  1010 2,762.50 / 1210 2,762.50',
  'version 2: 21,000 held, gross 68,250.00, tax 10,237.50, net 58,012.50, outstanding 0.00',
  'version 2: 21,000 held, gross 68,250.00, tax 10,237.50, net 58,012.50, outstanding 2,762.50',
  // 4.2, 4.3, 4.4
  '2026-03-03  1210 59,000.00, 6200 6,000.00 / 4200 65,000.00',
  '2026-03-20  1010 55,000.00 / 1210 55,000.00',
  'net 55,250.00, outstanding 250.00',
  '2026-03-03  1210 1,000.00 / 1100 1,000.00',
  'Lots: 600 | 11,400.00',
  '400 | 8,400.00',
  // 5.1
  'Lots: 6,112 | 530,400.00',
  '4,075 | 353,600.00',
  'memo tax 3,000.00',
  '2026-03-03  1100 16,942.20, 1210 57.80, 6200 3,000.00 / 4200 20,000.00',
  '187 | 16,942.20',
  '2026-03-03  1100 16,942.20, 6200 3,000.00 / 4200 19,942.20',
  // 5.2
  'Lots: 1,128 | 60,180.00',
  // 5.3
  'Lots: 75 | 3,000.00 | 33.60; 126 | 6,171.10 | 69.11',
  '1200 3,796.99',
  '1100 3,244.88, 1105 36.34, 3200 558.78, 3100 558.78',
  'Lots: 121 | 5,926.22 | 66.37',
  // 5.4
  'Lots: 300 | 5,000.00 | 56.00; 303 | 6,171.10 | 69.11',
  'Lots: 203 | 4,134.43',
  '1100 7,410.35',
  '1100 7,787.77',
  // 5.5, 5.6
  'Lots: 151 | 5,050.00',
  '150 | 6,110.00',
  'Lots: 1 | 2,100.00',
  '2026-03-03  4100 700.00 / 1100 700.00',
  // 5.8
  '2026-03-02  1,003 held, 1,003 of them can be sold',
  '2026-03-03  1,253 held, 1,003 of them can be sold',
  '2026-03-12  1,253 held, 1,253 of them can be sold',
  // 6
  'Lots of JKH.R0000: 401 | 0.00',
  'TERP 60.00, a right 10.00',
  '2026-04-09  1220 12,000.00 / 1010 12,000.00',
  '2026-04-20  1100 10,750.00 / 1220 10,750.00',
  '2026-04-27  1010 1,250.00 / 1220 1,250.00',
  '6060 3.24 / 4100 1,080.00',
  '215 | 10,750.00',
  // 7
  '2026-02-10  1220 15,000.00 / 1010 15,000.00',
  '2026-03-05  1100 6,000.00 / 1220 6,000.00',
  '2026-03-10  1010 9,000.00 / 1220 9,000.00',
  '1100 60,060.00, 1200 2,627.50 / 1100 52,156.00, 4100 10,531.50',
  '3100 9,947.35',
  'Lots: 1,003 | 62,030.50 | 694.75',
  'Lots of SAMP.N0000: 200 | 8,179.50 | 91.61',
  '2026-03-03  1200 10,000.00 / 1100 8,750.00, 4100 1,250.00',
  '2026-03-03  4100 20,000.00 / 1100 20,000.00',
  '3100 20,224.00, 3200 20,224.00 / 1100 20,000.00, 1105 224.00, 3200 20,224.00',
  '1300 1,800.00 / 1100 1,800.00',
  '100 | 1,200.00 | 13.44; 50 | 600.00 | 6.72',
  '1300 1,820.16 / 1100 1,800.00, 1105 20.16',
  '1300 1,650.00 / 1100 1,650.00',
  '1200 10,000.00 / 1100 8,000.00, 4100 2,000.00',
  '1100 10,000.00 / 2100 10,000.00',
]

test('the worked vectors, as the books record them', async () => {
  const api = await startApi({ edition: 'premium', today: '2026-03-25' })
  const text = await goldenText(await startBooks(api))
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(FILE, text)
  expect(VECTORS.filter((line) => !text.includes(line))).toEqual([])
  expect(text).toBe(readFileSync(FILE, 'utf8'))
}, 300_000)
