/** The HTTP surface as a page to read and print, made from the contract. */

import { isRight, rightOf } from '@em/contract/identity/rights'
import { refusals } from '@em/contract/kit/errors'
import { escapeHtml, page } from './page.ts'
import { type RouteShape, routeShapes, type Shape } from './route-shapes.ts'

const anchor = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const code = (text: string) => `<code>${escapeHtml(text)}</code>`

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'empty',
}

/** A shape's type in words: `text or empty`, `one of: Yes, No`, `list`. */
function typeWords(shape: Shape): string {
  if (shape.enum) return `one of: ${shape.enum.map(String).join(', ')}`
  if ('const' in shape) return JSON.stringify(shape.const)
  if (shape.anyOf) return [...new Set(shape.anyOf.map(typeWords))].join(' or ')
  const types = Array.isArray(shape.type) ? shape.type : shape.type === undefined ? [] : [shape.type]
  if (types.length === 0) return 'any'
  return types
    .toSorted((a, b) => Number(a === 'null') - Number(b === 'null'))
    .map((type) => (type === 'array' ? 'list' : (WORDS[type] ?? type)))
    .join(' or ')
}

interface Row {
  readonly name: string
  readonly words: string
  readonly required: boolean
}

/** The fields of a shape, those within others as `lines[].debit`. */
function rowsOf(shape: Shape, prefix = ''): Row[] {
  const rows = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [
    { name: prefix + name, words: typeWords(inner), required: shape.required?.includes(name) ?? false },
    ...rowsOf(inner, `${prefix + name}.`),
  ])
  const items = shape.items ? rowsOf(shape.items, prefix === '' ? '[].' : `${prefix.slice(0, -1)}[].`) : []
  const choices = (shape.anyOf ?? []).flatMap((one) => rowsOf(one, prefix))
  const seen = new Set<string>()
  return [...rows, ...items, ...choices].filter(({ name }) => !seen.has(name) && seen.add(name))
}

function table(title: string, shape: Shape, marks: boolean): string {
  const rows = rowsOf(shape)
  if (rows.length === 0) {
    return Object.keys(shape).length === 0 ? '' : `<h4>${title}</h4><p>${escapeHtml(typeWords(shape))}</p>`
  }
  const lines = rows.map(({ name, words, required }) => {
    const must = marks ? `<td>${required ? 'required' : ''}</td>` : ''
    return `<tr><td>${code(name)}</td><td>${escapeHtml(words)}</td>${must}</tr>`
  })
  const heads = ['Field', 'Type', ...(marks ? [''] : [])].map((head) => `<th>${head}</th>`).join('')
  return `<h4>${title}</h4><table><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

const rightsInWords = ({ needs, orNeeds }: RouteShape['route']) =>
  [needs, orNeeds]
    .flatMap((right) => (right !== undefined && isRight(right) ? [`"${rightOf(right).label}"`] : []))
    .join(' or ')

function section(shape: RouteShape): string {
  const { route, params, query, body, reply } = shape
  const notes = [
    ...(route.needs === 'public' ? ['No token needed.'] : []),
    ...(isRight(route.needs) ? [`Needs the right ${rightsInWords(route)}.`] : []),
    ...(route.scope === 'all' ? ['Only for those who have all portfolios.'] : []),
    ...(route.method === 'POST' && route.needs !== 'public' ? ['Takes an Idempotency-Key.'] : []),
    `Answers ${route.status}.`,
  ]
  return `<section id="${anchor(route.name)}">
<h3><span class="method">${route.method}</span> ${code(`/api${route.path}`)}</h3>
<p>${escapeHtml(route.summary)}. <span class="note">${notes.join(' ')}</span></p>
${table('In the path', params, true)}${table('Query', query, true)}${body ? table('Body', body, true) : ''}${table('Answer', reply, false)}
</section>`
}

const INTRODUCTION = `<h1>Equity Manager: the HTTP interface</h1>
<p>Base path <code>/api</code>, JSON both ways. Send <code>Authorization: Bearer &lt;token&gt;</code> with the token from
sign-in. Amounts are rupees as numbers; requests may send numbers or text. Dates are <code>YYYY-MM-DD</code> in Colombo.
<code>?dryRun=1</code> on a write answers what it would do and saves nothing; an <code>Idempotency-Key</code> header makes
a repeated request harmless. The same as a machine reads it: <a href="/api/openapi.json">openapi.json</a>.</p>`

function refusalTable(): string {
  const rows = Object.entries(refusals).map(
    ([name, [status, sentence]]) =>
      `<tr><td>${code(name)}</td><td>${status}</td><td>${escapeHtml(sentence)}</td></tr>`,
  )
  return `<h2 id="refusals">Refusals</h2><p>Every refusal is <code>{ error, message, code, details: [{ field, message }], requestId }</code>.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Sentence</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function build(): string {
  const groups = Map.groupBy(routeShapes(), ({ route }) => route.tag)
  const links = [...groups.keys(), 'Refusals'].map(
    (tag) => `<li><a href="#${anchor(tag)}">${escapeHtml(tag)}</a></li>`,
  )
  const parts = [...groups].map(
    ([tag, shapes]) => `<h2 id="${anchor(tag)}">${escapeHtml(tag)}</h2>${shapes.map(section).join('\n')}`,
  )
  const body = `${INTRODUCTION}<nav><ul>${links.join('')}</ul></nav>${parts.join('\n')}${refusalTable()}`
  return page('Equity Manager: the HTTP interface', body)
}

let html: string | undefined

/** The page, made at the first call. */
export function docsPage(): string {
  html ??= build()
  return html
}
