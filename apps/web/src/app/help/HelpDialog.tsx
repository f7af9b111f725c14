import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { OpenTab } from '../../links/tabs.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { GuideText } from './GuideText.tsx'
import { SECTIONS, sectionAt, sectionOf } from './guide.ts'
import css from './Help.module.css'

interface HelpDialogProps {
  opened: boolean
  onClose: () => void
  openTab: OpenTab
}

const CHOICES = [...new Set(SECTIONS.map(({ page }) => page))].map((group) => ({
  group,
  items: SECTIONS.filter(({ page }) => page === group).map(({ id, title }) => ({ value: id, label: title })),
}))

/** The user guide, at the section of the open tab. */
export default function HelpDialog({ opened, onClose, openTab }: HelpDialogProps) {
  const own = sectionOf(openTab.kind === 'tab' ? openTab.tab : null)
  const [chosen, choose] = useState<string | null>(null)
  const shown = (chosen === null ? undefined : sectionAt(chosen)) ?? own
  const close = () => {
    choose(null)
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={`Help: ${shown?.title ?? ''}`} size="xl">
      <NativeSelect
        label="Section of the guide"
        value={shown?.id ?? ''}
        data={CHOICES}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <div className={css.text}>
        {shown !== undefined && <GuideText id={shown.id} lines={shown.lines} follow={choose} />}
      </div>
    </Modal>
  )
}
