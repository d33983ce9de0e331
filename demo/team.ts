import type { Role } from '../contract/api/roles.ts'
import type { Client } from './client.ts'

export const team: { email: string; name: string; role: Role }[] = [
  { email: 'olga@example.com', name: 'Ольга Соколова', role: 'officer' },
  { email: 'ivan@example.com', name: 'Иван Петров', role: 'operator' },
  { email: 'darya@example.com', name: 'Дарья Климова', role: 'custodian' },
  { email: 'anna@example.com', name: 'Анна Белова', role: 'auditor' },
]

export interface Clients {
  owner: Client
  officer: Client
  operator: Client
}

export function emailOf(role: Role): string | undefined {
  return team.find((member) => member.role === role)?.email
}
