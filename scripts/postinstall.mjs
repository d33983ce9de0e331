// Placeholder until the launcher lands.
