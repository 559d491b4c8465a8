"""OAuth2 logins of mail providers."""
