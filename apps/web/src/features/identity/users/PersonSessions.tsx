import { type SessionRecord, type UserRecord, users } from '@em/contract/identity/identity'
import { Button, Text } from '@mantine/core'
import { ApiFailure } from '../../../lib/api.ts'
import { useMay } from '../../../lib/may.ts'
import { useRoute, useWrite } from '../../../lib/query.ts'
import { notify } from '../../../ui/notify.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { SessionList } from './SessionList.tsx'
import { nameOf } from './useUserActions.ts'

/** The sessions of another person, with a way to end one or all. */
export function PersonSessions({ user }: { user: UserRecord }) {
  const may = useMay()
  const query = useRoute(users.sessions, { params: { id: user.id } }, { refetchOnMount: 'always' })
  const end = useWrite(users.endSession)
  const endAll = useWrite(users.endSessions)
  const failed = (error: unknown) => notify.error('The session could not be ended. Please try again.', error)
  const endOne = (one: SessionRecord) =>
    end
      .mutateAsync({ params: { id: user.id, sessionId: one.id } })
      .catch(async (error: unknown) => {
        // It has ended in the meantime: that is what was asked for.
        if (!(error instanceof ApiFailure) || error.status !== 404) throw error
        await query.refetch()
      })
      .then(() => notify.success(`${one.browser} was signed out.`))
      .catch(failed)
  const endEvery = () =>
    endAll
      .mutateAsync({ params: { id: user.id } })
      .then(() => notify.success(`${nameOf(user)} was signed out everywhere.`))
      .catch(failed)
  return (
    <Loaded query={query} failed="Failed to fetch the sessions">
      {(all) =>
        all.length === 0 ? (
          <Text size="sm" c="dimmed">
            {nameOf(user)} is not signed in anywhere.
          </Text>
        ) : (
          <>
            <SessionList
              sessions={all}
              ending={end.isPending ? Number(end.variables.params.sessionId) : undefined}
              onEnd={may(users.endSession) ? (one) => void endOne(one) : undefined}
            />
            {/* Of oneself it would end this session too: that is what Logout is for. */}
            {may(users.endSessions) && all.length > 1 && !all.some(({ current }) => current) && (
              <Button variant="default" loading={endAll.isPending} onClick={() => void endEvery()} mt="xs">
                Sign out everywhere
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  )
}
