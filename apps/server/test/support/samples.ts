/** Records for any register, made from its descriptor: the n-th differs from every other in its unique fields. */
import type { Draft, Field, Register } from '@em/contract/kit/register'
import { addDays } from '@em/core/values/dates'
import type { Api } from './api.ts'

/** A body with every field of the register. */
export function sample(register: Register, n: number): Draft {
  return Object.fromEntries(
    register.fields.filter((field) => !field.computed).map((field) => [field.name, valueOf(field, n)]),
  )
}

const ENDS = ['endDate', 'effectiveTo']

function valueOf(field: Field, n: number): unknown {
  switch (field.kind) {
    case 'select':
      return field.options?.[n % field.options.length]?.value
    case 'boolean':
      // A password is sent over TLS alone.
      return field.name === 'tls' || n % 2 === 0
    case 'date':
      // Ends lie after starts, whatever their n.
      return addDays(ENDS.includes(field.name) ? '2035-01-01' : '2031-01-01', n)
    case 'percent':
      // A price is asked about later than it is warned of.
      if (field.name === 'alertFrom') return (n % 90) + 0.25
      return field.name === 'askedFrom' ? 90.25 + (n % 10) : (n % Number(field.upper ?? 100)) + 0.25
    case 'money':
    case 'integer':
      return (n % Number(field.upper ?? Number.MAX_SAFE_INTEGER)) + (field.kind === 'integer' ? 0 : 0.25)
    case 'email':
      return `office${n}@example.com`
    default: {
      if (field.name === 'swift_code') return String(n).padStart(8, 'BSAMLKLX')
      if (field.name === 'bic') return `BSAMLKLX${String(n % 1_000).padStart(3, '0')}`
      const text = `${field.label} ${n}`.slice(-(field.max ?? 200)).trim()
      const written = field.upperCase ? text.toUpperCase() : text
      const fits = (one: string) => field.pattern?.[0].test(one) ?? true
      const two = (part: number) => String(part).padStart(2, '0')
      const others = [
        String(n),
        two(n % 100),
        'ABC',
        `${two(n % 24)}:${two(n % 60)}`,
        `FIX_PASSWORD_${n}`,
        `-----BEGIN CERTIFICATE-----\n${n}\n-----END CERTIFICATE-----`,
      ]
      return [written, ...others].find(fits) ?? written
    }
  }
}

/** Records the data that a sample refers to: a portfolio, an entity that a portfolio names, a board that a security is listed on. */
export async function prepare(api: Api, register: Register, n: number): Promise<Draft> {
  const body = sample(register, n)
  if (register.word === 'price-tolerances') {
    const listed = { name: `Listed on board ${n}`, symbol: `BOARD${n}.N0000`, board: body['board'] }
    const made = await api.call('POST /equities', { body: listed })
    if (made.status !== 201 && made.status !== 409) throw new Error(JSON.stringify(made.body))
  }
  for (const field of register.fields) {
    const isList = field.column === 'portfolio_ids'
    if (field.refersTo !== 'portfolios' && field.known !== 'entity' && !isList) continue
    const code = `REF-${n}`
    const made = await api.call('POST /portfolios', {
      body: {
        portfolioId: code,
        portfolioName: `Held by ${n}`,
        portfolioType: 'Equity Portfolio',
        entity: field.known === 'entity' ? body[field.name] : 'Finance',
        fundManager: 'K. Silva',
        baseCurrency: 'LKR',
      },
    })
    if (made.status !== 201 && made.status !== 409) throw new Error(JSON.stringify(made.body))
    if (field.known === undefined) body[field.name] = code
  }
  return body
}
