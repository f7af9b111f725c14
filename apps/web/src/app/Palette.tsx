import '@mantine/spotlight/styles.css'
import type { Group } from '@em/contract/tabs/tabs'
import { Spotlight, spotlight } from '@mantine/spotlight'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useMemo } from 'react'
import { goTo } from '../places/places.ts'
import { useOffered } from './offer.ts'
import css from './Palette.module.css'

const actionsOf = (groups: readonly Group[]) =>
  groups.map((group) => ({
    group: group.name,
    actions: (group.tabs.length === 0 ? [undefined] : group.tabs).map((tab) => ({
      id: `${group.slug}/${tab?.slug ?? ''}`,
      label: tab?.name ?? group.name,
      keywords: group.name,
      onClick: () => goTo(group.name, tab?.name),
    })),
  }))

/** Jumps to any tab by name; `asked` counts how often it was asked for. */
export default function Palette({ asked }: { asked: number }) {
  const offered = useOffered()
  const actions = useMemo(() => actionsOf(offered), [offered])
  useEffect(() => {
    if (asked > 0) spotlight.open()
  }, [asked])
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      nothingFound="No tab matches."
      highlightQuery
      scrollable
      maxHeight={420}
      classNames={{ action: css.action ?? '', actionsGroup: css.group ?? '' }}
      attributes={{ content: { 'aria-label': 'Go to a tab' } }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'Go to a tab',
        'aria-label': 'Go to a tab',
      }}
    />
  )
}
