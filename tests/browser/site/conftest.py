"""The static site on a plain web server."""

from tests.support.browser.static_site import static_server, visitor

__all__ = ["static_server", "visitor"]
