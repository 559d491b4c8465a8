"""The way out: replies submitted over SMTP or handed to a sendmail program."""
