/** Books with limits: one that is exceeded, and issued shares. */
import type { Api } from './api.ts'

/** Writes a limit that a portfolio exceeds, with a note on its breach. In: the code of a portfolio that holds something. */
export async function fillLimits(api: Api, portfolio: string, symbol: string): Promise<void> {
  const send = async <Answer>(where: string, body: object): Promise<Answer> => {
    const { status, body: answer } = await api.call(where, { body })
    if (status >= 300) throw new Error(`${where} answered ${JSON.stringify(answer)}`)
    return answer as Answer
  }
  await send('POST /limits', {
    code: `ONE-${portfolio}`,
    name: `One security of ${portfolio}`,
    kind: 'share',
    measure: 'percent-of-securities',
    subject: { type: 'security', id: symbol },
    scope: { type: 'portfolio', id: portfolio },
    bound: 0.5,
    unit: 'percent',
    hardness: 'inform',
    effectiveFrom: '2026-01-01',
    source: `Mandate of ${portfolio}`,
  })
  const { body: breaches } = await api.call<{ id: number; limit: { code: string } }[]>('GET /limits/breaches')
  const breach = breaches.find(({ limit }) => limit.code === `ONE-${portfolio}`)
  await send(`POST /limits/breaches/${breach?.id ?? 0}/notes`, { note: `Known of ${portfolio}` })
  const { body: issued } = await api.call<unknown[]>('GET /limits/issued-shares')
  if (issued.length > 0) return
  await send('POST /limits/issued-shares', {
    symbol,
    from: '2026-01-01',
    quantity: 1_000_000_000,
    source: 'Annual report',
  })
}
