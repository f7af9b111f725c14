/** Ctrl-S and Ctrl-Enter save everywhere: each way to save goes through a part of the kit that has the keys. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/web/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))

const BUTTON = /<Button\b((?:=>|[^>])*)>([\s\S]*?)<\/Button>/g
const SAVES = /(?:^|['`(])\s*(?:Save|Record|Submit|Post)\b/
/** Deletes, goes elsewhere, sends the form around it, or is one of the lesser buttons. */
const IS_OTHER = /\b(?:variant|component|href|color)=|type="submit"|^\s*disabled\s*$/
/** They open the screen or dialog in which something is recorded, or give a file. */
const NO_SAVES: ReadonlySet<string> = new Set([
  'Record Trades',
  'Record a {noun.one}',
  'Save File',
  // Of a reconciliation: with keys, the same key pressed twice would sign off.
  "{maySign ? 'Save and Sign Off' : 'Save'}",
])

/** Filled buttons that save, outside a form and outside the actions of a dialog: they have no keys. */
function savesWithoutKeys(text: string): string[] {
  return [...text.matchAll(BUTTON)].flatMap(({ 1: attributes = '', 2: content = '', index }) => {
    const label = content.trim()
    const before = text.slice(0, index)
    const isInDialog = before.lastIndexOf('<DialogActions') > before.lastIndexOf('</DialogActions')
    return isInDialog || IS_OTHER.test(attributes) || !SAVES.test(label) || NO_SAVES.has(label) ? [] : [label]
  })
}

const found = (isWrong: (text: string) => readonly unknown[], except: RegExp) =>
  files
    .filter((file) => !except.test(file))
    .flatMap((file) => {
      const wrong = isWrong(readFileSync(join(root, file), 'utf8'))
      return wrong.length === 0 ? [] : [`${file}: ${wrong.join(', ')}`]
    })

test('a form is a FormShell or a PlainForm', () => {
  expect(found((text) => text.match(/<form\b/g) ?? [], /^apps\/web\/src\/ui\/form\//)).toEqual([])
})

test('a button that saves outside a form and a dialog is a SaveButton', () => {
  expect(found(savesWithoutKeys, /\/ui\/form\//)).toEqual([])
})

test('a dialog is the kit’s Modal', () => {
  const mantine = /import \{[^}]*\b(?:Modal|Drawer)\b[^}]*\} from '@mantine\/core'/g
  // The menu of a phone and the search have nothing to save.
  const others = /\/(?:ui\/Dialog|app\/MobileMenu|app\/search\/SearchDialog)\.tsx$/
  expect(found((text) => text.match(mantine) ?? [], others)).toEqual([])
})

test('such a button is found', () => {
  expect(
    [
      '<Button loading={busy} onClick={() => void save()}>\n Save Prices\n</Button>',
      "<Button disabled={a === 0}>{a === 1 ? 'Save role' : `Save ${a} roles`}</Button>",
      '<DialogActions><CancelButton /></DialogActions><Button>Record {count}</Button>',
    ].map((text) => savesWithoutKeys(text).length),
  ).toEqual([1, 1, 1])
  expect(
    [
      '<SaveButton onClick={() => void save()}>Save Prices</SaveButton>',
      '<Button variant="default">Save draft</Button>',
      '<DialogActions><Button onClick={() => 1}>Save</Button></DialogActions>',
      '<Button type="submit">Save</Button>',
    ].flatMap(savesWithoutKeys),
  ).toEqual([])
})
