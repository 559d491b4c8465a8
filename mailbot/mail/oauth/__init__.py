"""OAuth2 logins at mail providers: access tokens for IMAP and SMTP.

    login      `mailbot login` and TokenSource; keeps the refresh token in a file
    google     Gmail, by a browser (google-auth)
    microsoft  Microsoft 365 and Outlook.com, by a device code (MSAL)

A new provider is a module with a class that has the methods of login.Provider, a name
in login.ProviderName and a branch in login.make_provider; its library is an extra in
pyproject.toml.
"""
