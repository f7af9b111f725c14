import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../lib/may.ts'
import { leadsSomewhere } from '../links/offered.ts'
import { hrefOf } from '../links/tabs.ts'
import css from './Attention.module.css'
import { attentionSources } from './attention.ts'

const EVERY_MS = 5 * 60_000

/** The bell: what needs the user, from all features. */
export function Attention() {
  const [opened, setOpened] = useState(false)
  const answers = useQueries({
    queries: attentionSources.map((source) => ({
      queryKey: ['attention', source.id],
      queryFn: source.load,
      refetchInterval: EVERY_MS,
    })),
  })
  const may = useMay()
  // What a person cannot see to is nothing for him.
  const items = answers.flatMap((answer) => answer.data ?? []).filter(({ href }) => leadsSomewhere(may, href))
  const failed = answers.some((answer) => answer.isError)
  const label = items.length === 0 ? 'Notifications' : `Notifications (${items.length})`
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <ActionIcon size="lg" aria-label={label} onClick={() => setOpened((now) => !now)}>
            <IconBell size={18} />
            {items.length > 0 && <span className={css.dot} />}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications" maw="calc(100vw - 1rem)">
        <p className={css.title}>Notifications</p>
        {items.length === 0 ? (
          <p className={css.nothing} tabIndex={0} data-autofocus>
            {failed
              ? 'The list could not be loaded. Please try again later.'
              : 'Nothing needs your attention'}
          </p>
        ) : (
          <ul className={css.list}>
            {items.map((item) => (
              <li key={item.id}>
                <a
                  href={item.href}
                  className={css.item}
                  data-tone={item.tone}
                  onClick={() => setOpened(false)}
                >
                  <span className={css.itemTitle}>{item.title}</span>
                  {item.detail !== undefined && <span className={css.detail}>{item.detail}</span>}
                </a>
              </li>
            ))}
          </ul>
        )}
        <a href={hrefOf('Administration', 'Jobs')} className={css.all} onClick={() => setOpened(false)}>
          All jobs
        </a>
      </Popover.Dropdown>
    </Popover>
  )
}
