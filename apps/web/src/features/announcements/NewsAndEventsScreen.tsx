import { AnnouncementBoard } from './AnnouncementBoard.tsx'

export default function NewsAndEventsScreen() {
  return <AnnouncementBoard board="news" />
}
