export const en = {
  errors: {
    screening_hit_not_found: 'There is no such hit.',
    screening_hit_closed: 'The service has closed this hit: there is nothing to decide.',
    list_shrunk:
      'The list has lost more than a tenth of its entries (%{before} before, %{after} now). Nothing was published.',
    list_importing: 'This list is being imported already.',
  },
}
