import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Question } from './confirm.tsx'
import { Modal } from './Dialog.tsx'

/**
 * The question asked; keeps its words while it fades out. It stays in the page once something was asked, so that a dialog
 * opened later comes after it there: what is asked over that dialog must lie on top all the same.
 */
export default function ConfirmDialog({ question }: { question: Question | null }) {
  const [shown, setShown] = useState(question)
  const [ticked, setTicked] = useState(false)
  if (question !== null && question !== shown) {
    setShown(question)
    setTicked(false)
  }
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={shown?.title ?? ''}
      size="sm"
      onTop
      isQuestion
    >
      {shown?.message !== undefined && <Text component="div">{shown.message}</Text>}
      {shown?.tick !== undefined && (
        <Checkbox
          mt="md"
          label={shown.tick}
          checked={ticked}
          onChange={(event) => setTicked(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus onClick={() => question?.answer(false)}>
          {shown?.cancel ?? 'Cancel'}
        </Button>
        <Button
          {...(shown?.danger === true ? { color: 'red' } : {})}
          disabled={shown?.tick !== undefined && !ticked}
          onClick={() => question?.answer(true)}
        >
          {shown?.confirm ?? 'OK'}
        </Button>
      </Group>
    </Modal>
  )
}
