import { useMay } from '../../lib/may.ts'
import { leadsSomewhere } from '../../links/offered.ts'
import { Modal } from '../../ui/Dialog.tsx'
import css from './ShortcutsDialog.module.css'
import { OTHER_KEYS, SHORTCUTS } from './shortcuts.ts'

const TITLES = { g: 'Go to', n: 'New' } as const

/** The keys that there are, of the tabs that the person may open. */
export default function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const may = useMay()
  const offered = SHORTCUTS.filter(({ address }) => leadsSomewhere(may, `#/${address}`))
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={css.lists}>
        {(['g', 'n'] as const).map((first) => (
          <Keys
            key={first}
            title={TITLES[first]}
            rows={offered
              .filter(({ keys }) => keys[0] === first)
              .map(({ keys, label }) => [keys.join(' then '), label])}
          />
        ))}
        <Keys title="Everywhere" rows={OTHER_KEYS} />
      </div>
    </Modal>
  )
}

function Keys({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={css.title}>{title}</h3>
      <dl className={css.keys}>
        {rows.map(([keys, what]) => (
          <div key={keys} className={css.row}>
            <dt>
              <kbd className={css.key}>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
