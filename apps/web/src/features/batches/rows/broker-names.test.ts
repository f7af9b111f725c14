import { expect, test } from 'vitest'
import type { BrokersMeant } from '../../brokers/useBrokersMeant.ts'
import { brokerGiven, brokersNamed, otherBrokers } from './broker-names.ts'

const ASIA = 'Asia Securities (Pvt) Ltd'
const brokers: BrokersMeant = {
  meant: (typed) => (/^asia/i.test(typed) ? ASIA : null),
  near: (typed) => (typed === 'Asai' ? [ASIA] : []),
}
const rows = [
  { brokerName: 'asia' },
  { brokerName: ASIA },
  { brokerName: 'Asai' },
  { quantity: '1' },
  { brokerName: ' Asai ' },
  { brokerName: 'Lanka' },
]

test('a name with one match becomes the registered name, and no other row changes', () => {
  const named = brokersNamed(rows, brokers)
  expect(named).toEqual([{ brokerName: ASIA }, ...rows.slice(1)])
  expect(brokersNamed(named, brokers)).toBe(named)
  expect(brokersNamed(rows, null)).toBe(rows)
})

test('each other name is asked about once, with the brokers near to it, and is answered for all its rows', () => {
  expect(otherBrokers(rows, brokers)).toEqual([
    { text: 'Asai', rows: 2, near: [ASIA] },
    { text: 'Lanka', rows: 1, near: [] },
  ])
  expect(otherBrokers(brokerGiven(rows, 'Asai', ASIA), brokers)).toEqual([
    { text: 'Lanka', rows: 1, near: [] },
  ])
  expect(otherBrokers(rows, null)).toEqual([])
})
