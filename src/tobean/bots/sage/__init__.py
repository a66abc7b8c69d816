"""`sage`, who looks ahead before overruling the merchant."""
