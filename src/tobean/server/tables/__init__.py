"""Tables while somebody is at them."""
