import { Button, Text } from '@mantine/core'
import { changeTour } from './tour.ts'

/** In the profile of a demo: opens the tour again. */
export function TourAgain({ onOpened }: { onOpened: () => void }) {
  return (
    <>
      <Text c="dimmed">Six stops through the demo, each with what to look at.</Text>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => {
          changeTour({ closed: false })
          onOpened()
        }}
      >
        Show the tour
      </Button>
    </>
  )
}
