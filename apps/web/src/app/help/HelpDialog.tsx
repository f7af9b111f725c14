import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Place } from '../../places/places.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { GuideText } from './GuideText.tsx'
import { SECTIONS, sectionOf } from './guide.ts'
import css from './Help.module.css'

interface HelpDialogProps {
  opened: boolean
  onClose: () => void
  place: Place
}

/** The user guide, at the section of the open tab. */
export default function HelpDialog({ opened, onClose, place }: HelpDialogProps) {
  const own = sectionOf(place.kind === 'tab' ? place.tab : null)
  const [chosen, choose] = useState<string | null>(null)
  const shown = SECTIONS.find(({ title }) => title === chosen) ?? own
  const close = () => {
    choose(null)
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={`Help: ${shown?.title ?? ''}`} size="xl">
      <NativeSelect
        label="Section of the guide"
        value={shown?.title ?? ''}
        data={SECTIONS.map(({ title }) => title)}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <div className={css.text}>{shown !== undefined && <GuideText lines={shown.lines} />}</div>
    </Modal>
  )
}
